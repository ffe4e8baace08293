import { accessToken, watchAuth } from './auth-client'

/*
 * A page begins with a few answers. They are asked for as soon as it is known who asks, while the page's part of the program
 * is still on its way, and the page takes them when it is there.
 */
const answers = new Map<string, Promise<unknown>>()

type Name = readonly string[]

/**
 * Asks before the page is there.
 *
 * @param name of the question; the person's id is part of it
 */
export function askEarly(name: Name, ask: () => Promise<unknown>): void {
  const answer = accessToken().then((token) => (token ? ask() : Promise.reject(new Error('nobody is signed in'))))
  // Who takes it hears of it.
  answer.catch(() => {})
  answers.set(name.join(' '), answer)
}

/** The answer that was asked for early, once. Asks now where there is none, or where it failed. */
export async function early<T>(name: Name, ask: () => Promise<T>): Promise<T> {
  const answer = answers.get(name.join(' ')) as Promise<T> | undefined
  answers.delete(name.join(' '))
  return answer ? answer.catch(ask) : ask()
}

// What was not taken by then is another session's.
watchAuth((event) => event === 'SIGNED_OUT' && answers.clear())
