import { createContext, useContext } from 'react'

/** What every form needs to know of the operator and the person. */
export interface FormRules {
  /** The language of numbers and days. */
  locale: string
  symbol: string
  /** Of money. */
  decimals: number
  /** Times are in the operator's zone, whatever the device's. */
  timeZone: string
  /** The owner of drafts; null stores none. */
  person: string | null
  /** The demo refuses changes: forms say so before the server does. */
  isDemo: boolean
}

const plain: FormRules = { locale: 'en-GB', symbol: '', decimals: 2, timeZone: 'UTC', person: null, isDemo: false }

export const FormRulesContext = createContext<FormRules>(plain)

export const useFormRules = (): FormRules => useContext(FormRulesContext)
