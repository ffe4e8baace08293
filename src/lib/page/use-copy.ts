import { useForAWhile } from '../hooks/use-for-a-while'

/** How long the button shows that the text was copied (ms). */
const SAID_MS = 4000

/**
 * Returns a function that copies a text, and whether it was just copied. If the browser refuses to copy, nothing happens.
 * Therefore the text must also be visible on the page.
 */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useForAWhile(SAID_MS)
  const copy = () =>
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {}
    )
  return { copied, copy }
}
