import type { Firm } from '../firm.ts'

/** A firm with a name, for tests. */
export const firmOf = (name: string, own: Partial<Firm> = {}): Firm => ({
  name,
  colour: '',
  logoUrl: '',
  phone: '',
  site: '',
  standard: 'en',
  texts: {},
  channelTexts: {},
  ...own,
})
