cp short.gcf reply.txt
laconic decode --lenient reply.txt
