/** Why a file cannot be read or created. Its message is the text `problem.<name>` of the feature that reads it. */
export type Problem =
  | 'too_large'
  | 'unsafe'
  | 'unreadable'
  | 'packed'
  | 'no_statement'
  | 'several_accounts'
  | 'no_lines'
  | 'no_columns'
  | 'no_payments'
  | 'no_account'
  | 'no_tax_number'
  | 'no_birth_dates'
  | 'not_valid'

/** Thrown if a chosen file cannot be used, or a file cannot be created. */
export class FileProblem extends Error {
  readonly problem: Problem
  /** The line or value that caused the problem; '' if unknown. */
  readonly about: string

  constructor(problem: Problem, about = '') {
    super(`${problem} ${about}`.trim())
    this.name = 'FileProblem'
    this.problem = problem
    this.about = about
  }
}
