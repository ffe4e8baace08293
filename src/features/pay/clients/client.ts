import type { Next } from '../api'

export type ClientNext = Extract<Next, { kind: 'client' }>

/** A provider's own form inside of our page. */
export interface ClientForm {
  /**
   * What goes to `payments/complete`.
   *
   * @throws Error where the form is not filled in, or the provider refuses; its own form says why
   */
  submit: () => Promise<Record<string, string>>
  remove: () => void
}

/** What a provider's form is given. */
export interface ClientPlace {
  /** Where its form goes. */
  element: HTMLElement
  next: ClientNext
  /** In units of the currency. */
  amount: string
  lang: string
}

/** Puts the form of a provider into the page. @throws Error where its script does not come */
export type MountClient = (place: ClientPlace) => Promise<ClientForm>

/** The providers whose form is part of our page; each loads with its own. */
export const clients: Record<string, () => Promise<MountClient>> = {
  braintree: async () => (await import('./braintree')).mountBraintree,
  culqi: async () => (await import('./culqi')).mountCulqi,
  securepay: async () => (await import('./securepay')).mountSecurePay
}
