import { createContext, useContext } from 'react'

/** The operator's and the person's settings that forms need. */
export interface FormRules {
  /** The language whose format is used for numbers and days. */
  locale: string
  symbol: string
  /** Number of decimals of the operator's currency. */
  decimals: number
  /** The operator's time zone, which all times are in, whatever the device's zone is. */
  timeZone: string
  /** The id of the person whose drafts are stored. Null: no drafts are stored. */
  person: string | null
  /** True in a demo installation, which refuses changes: forms say so before the server does. */
  isDemo: boolean
}

const plain: FormRules = { locale: 'en-GB', symbol: '', decimals: 2, timeZone: 'UTC', person: null, isDemo: false }

export const FormRulesContext = createContext<FormRules>(plain)

export const useFormRules = (): FormRules => useContext(FormRulesContext)
