import { Alert } from '@/components/ui/alert'
import { useErrorText } from '@/lib/use-error-text'

/** The error of a command on this page. */
export function Problem({ of }: { of: { error: { key: string } | null } }) {
  const errorText = useErrorText()
  return of.error && <Alert tone="bad">{errorText(of.error.key)}</Alert>
}
