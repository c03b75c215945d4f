/** The text of `--help`. */
export const HELP = `wirescope check PATH… [--json] [--strict]

Reads files of agent rollouts and says what is in them. A PATH is a file, a folder
(everything in it is read, except names that begin with a dot and links to folders),
or - for standard input. Compressed files (.gz, .zst) are read as they are.

  --json      print the analysis report as one JSON document (wirescope/report, version 1)
  --strict    exit with 1 also when anything was repaired or contradicts itself
  --help      this text
  --version   the version of Wirescope

Without --json: a line for each episode, then what was found odd, by code.

Exit status
  0   every record was read
  1   something was skipped or could not be opened (with --strict: or there is a warning)
  2   the arguments are wrong, or nothing could be opened
`;

export const USAGE = 'Usage: wirescope check PATH… [--json] [--strict]   (more: wirescope --help)\n';
