// A service that misbehaves: answers as it is told, or not at all.

export interface Heard {
  path: string
  headers: Headers
  body: Uint8Array<ArrayBuffer>
  json: Record<string, unknown>
}

export interface Service {
  url: string
  heard: Heard[]
  /** What the next requests are answered; the last stays. */
  answers: (() => Response | Promise<Response>)[]
  stop(): Promise<void>
}

export const json = (body: unknown, status = 200) => () => Response.json(body, { status })
export const text = (body: string, status = 200) => () => new Response(body, { status })
/** An answer that takes longer than anybody waits. */
export const slow = () => () => new Promise<Response>((resolve) => setTimeout(() => resolve(new Response()), 400))

export function startService(...answers: Service['answers']): Service {
  const heard: Heard[] = []
  const left = answers
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    const body = new Uint8Array(await request.arrayBuffer())
    let parsed: Record<string, unknown> = {}
    try {
      parsed = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>
    } catch {
      // Not every body is JSON.
    }
    heard.push({ path: new URL(request.url).pathname, headers: request.headers, body, json: parsed })
    const answer = left.length > 1 ? left.shift() : left[0]
    return await (answer ?? text(''))()
  })
  return { url: `http://127.0.0.1:${server.addr.port}`, heard, answers: left, stop: () => server.shutdown() }
}
