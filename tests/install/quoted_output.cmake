# Sees that every line of the file PART, which a program has printed, stands in the file WHOLE.
file(STRINGS ${PART} lines)
file(READ ${WHOLE} whole)
foreach(line IN LISTS lines)
  string(FIND "${whole}" "${line}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "${WHOLE} lacks the line\n${line}\nof ${PART}")
  endif()
endforeach()
