# Runs .qmd notebooks of R in their own folders, and prints what they counted as JSON. Arguments: the files.
options(warn = 1)
plain <- function(it) if (is.nan(it)) NA else it
rows_of <- function(table) lapply(seq_len(nrow(table)), function(row) unname(lapply(table[row, ], plain)))
counted <- function(scope) {
  frequencies <- scope$frequencies
  crossed <- scope$cross_table
  result <- list(said = Filter(is.character, list(frequencies, crossed)))
  if (is.data.frame(frequencies)) {
    result$frequencies <- lapply(seq_len(nrow(frequencies)), function(row) list(
      as.character(frequencies$code[[row]]), frequencies$label[[row]],
      frequencies$count[[row]], plain(frequencies$percent[[row]])
    ))
  }
  if (is.matrix(crossed)) {
    result$crossed <- as.list(names(dimnames(crossed)))
    result$rows <- as.list(rownames(crossed))
    result$columns <- as.list(colnames(crossed))
    result$counts <- rows_of(crossed)
    result$percentages <- rows_of(scope$percentages)
  }
  result
}
results <- lapply(commandArgs(TRUE), function(path) {
  setwd(dirname(path))
  lines <- readLines(path, encoding = "UTF-8")
  starts <- grep("^```\\{r\\}$", lines)
  ends <- grep("^```+\\s*$", lines)
  scope <- new.env(parent = globalenv())
  tryCatch({
    for (start in starts) {
      code <- lines[(start + 1):(ends[ends > start][[1]] - 1)]
      for (expression in parse(text = code, encoding = "UTF-8", keep.source = FALSE)) eval(expression, scope)
    }
    counted(scope)
  }, error = function(e) list(error = conditionMessage(e)))
})
cat(jsonlite::toJSON(results, auto_unbox = TRUE, digits = NA, null = "null", na = "null"))
