import { accessToken, watchAuth } from './auth-client'

/*
 * A page starts with a few queries. They are sent as soon as the session is known, while the page's code is still loading, and
 * the page picks up the responses.
 */
const answers = new Map<string, Promise<unknown>>()

type Name = readonly string[]

/**
 * Sends a query before the page has loaded.
 *
 * @param name of the query; includes the person's id
 */
export function askEarly(name: Name, ask: () => Promise<unknown>): void {
  const answer = accessToken().then((token) => (token ? ask() : Promise.reject(new Error('nobody is signed in'))))
  // The page that picks up the answer handles its failure.
  answer.catch(() => {})
  answers.set(name.join(' '), answer)
}

/** Takes the early response (once). Sends the query now if there is none, or if it failed. */
export async function early<T>(name: Name, ask: () => Promise<T>): Promise<T> {
  const answer = answers.get(name.join(' ')) as Promise<T> | undefined
  answers.delete(name.join(' '))
  return answer ? answer.catch(ask) : ask()
}

// Responses not picked up before signing out belong to the old session.
watchAuth((event) => event === 'SIGNED_OUT' && answers.clear())
