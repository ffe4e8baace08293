import type { Page, WebSocketRoute } from '@playwright/test'

/** The network of a page that is not open yet: to be asked for before it goes where the story begins. */
export interface Network {
  /** The service is gone while the network stays, as when a server dies. */
  cut(): Promise<void>
  /** The phone has no network at all, as in a tunnel. */
  lose(): Promise<void>
  /** Everything is there again. */
  find(): Promise<void>
}

/**
 * Holds a page's network. What Playwright calls offline leaves open websockets alone, which no tunnel does, so they are
 * closed here, too.
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

/** The server does what it is asked once more, and its answer gets lost on the way back. */
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
