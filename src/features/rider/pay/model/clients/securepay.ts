import type { MountClient } from './form'
import { loadScript } from './script'

interface Ui {
  tokenise: () => void
  reset: () => void
}

type Init = new (options: object) => Ui

const SCRIPT_ID = 'securepay-ui-js'

/** Mounts SecurePay's card fields, which are iframes that return a token. */
export const mountSecurePay: MountClient = async ({ element, next }) => {
  await loadScript(next.script, SCRIPT_ID)
  const { init } = (window as unknown as { securePayUI: { init: Init } }).securePayUI
  let done: { resolve: (params: Record<string, string>) => void; reject: (error: Error) => void } | null = null
  element.id = 'securepay-ui-container'
  const ui = new init({
    containerId: element.id,
    scriptId: SCRIPT_ID,
    clientId: next.params.clientId,
    merchantCode: next.params.merchantCode,
    card: {
      onTokeniseSuccess: ({ token }: { token: string }) => done?.resolve({ token }),
      onTokeniseError: () => done?.reject(new Error('no token'))
    }
  })
  return {
    submit: () =>
      new Promise((resolve, reject) => {
        done = { resolve, reject }
        ui.tokenise()
      }),
    remove: () => ui.reset()
  }
}
