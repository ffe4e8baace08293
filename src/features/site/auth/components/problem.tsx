import { Alert } from '@/components/ui/alert'
import { useErrorText } from '@/lib/server/use-error-text'

/** Shows the error of a command on the sign-in and sign-up pages. */
export function Problem({ of }: { of: { error: { key: string } | null } }) {
  const errorText = useErrorText()
  return of.error && <Alert tone="bad">{errorText(of.error.key)}</Alert>
}
