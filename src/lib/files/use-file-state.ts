import useSWR from 'swr'
import { unwrap } from '../server/api'
import type { Bucket } from '../upload/limits'

/**
 * State of a stored file. `checking`: only the person who uploaded it sees it. `refused`: it could not be read and was removed.
 * `missing`: there is no file.
 */
export type FileState = 'checking' | 'clean' | 'refused' | 'missing'

/** Milliseconds between two questions while a file is being checked. */
const ASK_MS = 2000

/** Returns the state of a stored file; null if the caller may not know it. Queues the check of an own file without one. */
export async function getFileState(bucket: Bucket, path: string): Promise<FileState | null> {
  // Loaded when it is needed, because pages that only show pictures, such as a visitor's, take no tables with them.
  const { supabase } = await import('../server/supabase')
  return (await unwrap(supabase.rpc('check_file', { bucket, path }))) as FileState | null
}

/**
 * Returns the state of a stored file, and asks again while it is being checked. Undefined without a path and until it is known.
 *
 * @param version changes when the file at this path was replaced
 */
export function useFileState(
  bucket: Bucket,
  path: string | null | undefined,
  version?: unknown
): FileState | undefined {
  const { data } = useSWR(
    path ? ['file-state', bucket, path, version] : null,
    ([, from, name]) => getFileState(from, name),
    {
      refreshInterval: (state) => (state === 'checking' ? ASK_MS : 0),
      revalidateOnFocus: false,
      // Do not show the state of the former file.
      keepPreviousData: false
    }
  )
  return data ?? undefined
}

/**
 * Waits until an uploaded file was checked.
 *
 * @returns whether it may be used
 */
export async function isFileClean(bucket: Bucket, path: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const state = await getFileState(bucket, path)
    if (state !== 'checking') return state === 'clean'
    await new Promise((resolve) => setTimeout(resolve, ASK_MS / 2))
  }
  return false
}
