import type { ComponentType } from 'react'
import * as z from 'zod/mini'
import type { FormFieldProps } from './form-field'
import type { Values } from './merge'
import type { FormRules } from './rules'
import type { Table } from './schema'

/** The properties that a form passes to the control of a field. */
interface ControlProps extends FormFieldProps {
  /** The namespace of the form's texts, for controls with further texts. */
  texts: string
}

/** How a field is shown. */
interface FieldLook {
  /** The section in which the field stands. Its title is the text `<section>`, its description `<section>_lead`. */
  section?: string
  /** The key of the label; default: the field's name. */
  label?: string
  /** The key of the hint below the control. */
  hint?: string
  className?: string
}

/**
 * All facts about a field of a form. `Stored` is its value in the row, `Read` its value after the form was read; the two differ
 * only where the form converts the row.
 */
export interface FieldKind<Stored, Read = Stored> {
  /** The value of a new row. */
  initial: Stored
  /** Converts the stored value to the one that the control edits, such as a number to text. */
  write: (stored: Stored, rules: FormRules, row: object) => unknown
  /** Makes the schema that reads the edited value. Its messages are keys of the error catalogue. */
  schemaOf: (rules: FormRules, table: Table, name: string) => z.ZodMiniType<Read>
  Control: ComponentType<ControlProps>
}

// biome-ignore lint/suspicious/noExplicitAny: the fields of a form have different types
type Fields = Record<string, FieldKind<any, any> & FieldLook>

type Stored<F extends Fields> = { [Name in keyof F]: F[Name]['initial'] }
type Read<F extends Fields> = { [Name in keyof F]: z.output<ReturnType<F[Name]['schemaOf']>> }
type Shape<F extends Fields> = { [Name in keyof F]: z.ZodMiniType<Read<F>[Name]> }

interface Check<Content> {
  path: keyof Content & string
  error: string
  holds: (content: Content, rules: FormRules) => boolean
}

/** What a form saves. */
export type ContentOf<Form> = Form extends { schemaOf: (rules: FormRules) => z.ZodMiniType<infer Content> }
  ? Content
  : never

/**
 * Declares a form: its fields in the order of the page. `FormFields` draws them and `useRowForm` edits a row with them.
 *
 * @param table the table whose columns have the fields' names, and limit them
 * @param texts the namespace of the labels
 * @param checks conditions about several fields, each with the field that shows its error
 * @example export const promoForm = declareForm('promos', 'promos', { promo_name: text({ required: 'name_required' }) })
 */
export function declareForm<F extends Fields>(
  table: Table,
  texts: string,
  fields: F,
  checks: readonly Check<Read<F>>[] = []
) {
  const entries = Object.entries(fields)
  return {
    table,
    texts,
    fields: fields as Fields,
    /** The values of a new row. */
    initial: Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])) as Stored<F>,
    valuesOf: (row: Stored<F>, rules: FormRules): Values =>
      Object.fromEntries(entries.map(([name, { write }]) => [name, write(row[name], rules, row)])),
    schemaOf: (rules: FormRules) => {
      const shape = Object.fromEntries(entries.map(([name, { schemaOf }]) => [name, schemaOf(rules, table, name)]))
      const conditions = checks.map(({ path, error, holds }) =>
        z.refine((content) => holds(content as Read<F>, rules), { path: [path], error })
      )
      // Safe cast: `shape` has the schema of each field.
      return z.object(shape).check(...conditions) as unknown as z.ZodMiniType<Read<F>> & { shape: Shape<F> }
    }
  }
}

export type DeclaredForm = Pick<ReturnType<typeof declareForm>, 'table' | 'texts' | 'fields'>
