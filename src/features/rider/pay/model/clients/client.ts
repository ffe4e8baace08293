import type { MountClient } from './form'

/** Providers with embedded forms; each is loaded on demand. */
export const clients: Record<string, () => Promise<MountClient>> = {
  braintree: async () => (await import('./braintree')).mountBraintree,
  culqi: async () => (await import('./culqi')).mountCulqi,
  securepay: async () => (await import('./securepay')).mountSecurePay
}
