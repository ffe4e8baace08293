import { createContext, useContext } from 'react'

/** What every form needs to know of the operator and of who fills it in. */
export interface FormRules {
  /** Figures and days are written in it. */
  locale: string
  symbol: string
  /** Of money. */
  decimals: number
  /** Times are the operator's, whatever the device says. */
  timeZone: string
  /** Whose drafts are kept; null keeps none. */
  person: string | null
  /** The demo refuses changes: forms say so before the server does. */
  isDemo: boolean
}

const plain: FormRules = { locale: 'en-GB', symbol: '', decimals: 2, timeZone: 'UTC', person: null, isDemo: false }

export const FormRulesContext = createContext<FormRules>(plain)

export const useFormRules = (): FormRules => useContext(FormRulesContext)
