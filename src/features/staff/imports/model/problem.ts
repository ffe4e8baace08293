/** Why a file cannot be imported. Its message is the text `imports:problem.<name>`. */
export type ImportProblemName =
  | 'too_large'
  | 'unreadable'
  | 'packed'
  | 'old_excel'
  | 'no_sheet'
  | 'no_rows'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'long_cell'

/** Thrown if a file cannot be imported. */
export class ImportProblem extends Error {
  readonly problem: ImportProblemName
  /** Where in the file the problem is: a row, or a row and a column such as "C12"; '' if unknown. */
  readonly about: string

  constructor(problem: ImportProblemName, about = '') {
    super(`${problem} ${about}`.trim())
    this.name = 'ImportProblem'
    this.problem = problem
    this.about = about
  }
}
