import { connect, createServer, type Socket } from 'node:net'

/** A slow connection between a phone and the server, which can be cut. */
export interface Line {
  port: number
  /** Bytes uploaded, over all connections. */
  sent: () => number
  cut: () => void
  restore: () => void
  close: () => Promise<void>
}

/** Number of bytes that are passed on at once. */
const PIECE = 8 * 1024

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens a slow connection to the server. @param perSecond upload speed in bytes a second */
export async function openLine(target: number, perSecond: number): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  let sent = 0
  const up = async (from: Socket, to: Socket): Promise<void> => {
    for await (const data of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < data.length; at += PIECE) {
        const piece = data.subarray(at, at + PIECE)
        await sleep((piece.length / perSecond) * 1000)
        if (isCut || to.destroyed) return
        sent += piece.length
        to.write(piece)
      }
    }
    to.end()
  }
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const other = connect(target, '127.0.0.1')
    for (const one of [socket, other]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        other.destroy()
      })
    }
    up(socket, other).catch(() => undefined)
    other.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the line has no port')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    sent: () => sent,
    cut,
    restore: () => {
      isCut = false
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    }
  }
}
