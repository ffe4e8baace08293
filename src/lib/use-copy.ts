import { useForAWhile } from './use-for-a-while'

/** How long a button shows that the text was copied (ms). */
const SAID_MS = 4000

/** Copies a text. If the browser refuses, nothing happens, so the text must also be visible on the page. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useForAWhile(SAID_MS)
  const copy = () =>
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {}
    )
  return { copied, copy }
}
