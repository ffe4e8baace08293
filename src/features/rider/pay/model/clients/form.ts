import type { Next } from '../../queries'

export type ClientNext = Extract<Next, { kind: 'client' }>

/** A provider's form inside our page. */
export interface ClientForm {
  /**
   * Returns the fields for `payments/complete`.
   *
   * @throws Error if the form is incomplete or the provider rejects it; the form shows the reason
   */
  submit: () => Promise<Record<string, string>>
  remove: () => void
}

/** The arguments for mounting a provider's form. */
export interface ClientPlace {
  /** The container of the form. */
  element: HTMLElement
  next: ClientNext
  /** The amount in units of the currency, such as "14.80". */
  amount: string
  lang: string
}

/** Mounts a provider's form. @throws Error if its script does not load */
export type MountClient = (place: ClientPlace) => Promise<ClientForm>
