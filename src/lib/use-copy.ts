import { useForAWhile } from './use-for-a-while'

/** How long a button says that it has done it (ms). */
const SAID_MS = 4000

/** Copies a text. Where a browser refuses nothing happens, so the text has to stand on the page as well. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useForAWhile(SAID_MS)
  const copy = () =>
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {}
    )
  return { copied, copy }
}
