import type { Page, WebSocketRoute } from '@playwright/test'

/** Controls the network of a page. Call `networkOf` before the page goes to the story's first address. */
export interface Network {
  /** The service is unreachable while the network works, as when a server dies. */
  cut(): Promise<void>
  /** The phone has no network at all, as in a tunnel. */
  lose(): Promise<void>
  /** Network and service work again. */
  find(): Promise<void>
}

/**
 * Takes control of a page's network. Playwright's offline mode keeps open websockets, unlike a tunnel, so `lose` closes them
 * too.
 */
export async function networkOf(page: Page): Promise<Network> {
  const sockets = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/realtime\//, (socket) => {
    if (isCut) return void socket.close({ code: 1011 })
    sockets.add(socket)
    socket.connectToServer()
  })
  await page.route(/\/(rest|functions|storage)\/v1\//, (route) =>
    isCut ? route.abort('connectionrefused') : route.fallback()
  )
  const cut = async () => {
    isCut = true
    for (const socket of sockets) await socket.close({ code: 1011 })
    sockets.clear()
  }
  return {
    cut,
    lose: async () => {
      await page.context().setOffline(true)
      await cut()
    },
    find: async () => {
      isCut = false
      await page.context().setOffline(false)
    }
  }
}

/** Lets the next matching request reach the server and loses the response on its way back. */
export async function loseAnswer(page: Page, to: RegExp): Promise<void> {
  await page.route(
    to,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 }
  )
}
