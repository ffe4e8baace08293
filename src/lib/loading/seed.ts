import { mutate, preload } from 'swr'

/** So long a page waits for its first data before it renders without them (ms). */
const PATIENCE_MS = 300

/**
 * Requests data before the components that show them render, and puts them where `useSWR` finds them in the first render: data
 * that arrive during a render make React begin it anew, without a pause, and after it they render the page again.
 *
 * @returns resolves once the data are there, or cannot be had
 */
export const seed = <T>(key: string, fetch: (key: string) => Promise<T>): Promise<unknown> =>
  preload(key, fetch)
    .then((data) => mutate(key, data, { revalidate: false }))
    .catch(() => {})

/** Resolves with the first data of a page, or after a moment without them. */
export const forAMoment = (coming: Promise<unknown>): Promise<unknown> =>
  Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
