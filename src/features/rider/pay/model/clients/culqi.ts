import type { MountClient } from './form'
import { loadScript } from './script'

interface CulqiCheckout {
  open: () => void
  close: () => void
  token?: { id: string }
  error?: unknown
  culqi?: () => void
}

type Culqi = new (publicKey: unknown, config: object) => CulqiCheckout

/** Mounts Culqi's checkout, which opens a window over our page and returns a token. */
export const mountCulqi: MountClient = async ({ next }) => {
  await loadScript(next.script)
  const { publicKey, title, currency, amount, email, lang } = next.params
  const Checkout = (window as unknown as { CulqiCheckout: Culqi }).CulqiCheckout
  const checkout = new Checkout(publicKey, {
    settings: { title, currency, amount },
    client: { email },
    options: { lang, installments: false }
  })
  return {
    submit: () =>
      new Promise((resolve, reject) => {
        checkout.culqi = () => {
          if (!checkout.token) {
            reject(new Error('no token'))
            return
          }
          checkout.close()
          resolve({ token: checkout.token.id })
        }
        checkout.open()
      }),
    remove: () => checkout.close()
  }
}
