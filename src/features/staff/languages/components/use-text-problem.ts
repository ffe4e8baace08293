import { useTranslation } from 'react-i18next'
import { pageTextLength } from '@/types/rules'
import type { TextRow } from '../model/rows'

/** Returns a sentence that says why this text cannot be used; null if it can. */
export function useTextProblem(problem: TextRow['problem'], text: string): string | null {
  const { t } = useTranslation('languages')
  if (!problem) return null
  if (problem.kind === 'too_long') return t('problem.too_long', { length: text.length, limit: pageTextLength })
  if (problem.kind !== 'placeholders') return t(`problem.${problem.kind}`)
  const named = (names: string[]) => names.map((name) => (name === '{{' ? name : `{{${name}}}`)).join(', ')
  return [
    problem.missing.length > 0 && t('problem.missing', { names: named(problem.missing) }),
    problem.extra.length > 0 && t('problem.extra', { names: named(problem.extra) })
  ]
    .filter(Boolean)
    .join(' ')
}
