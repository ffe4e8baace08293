import { useEffect } from 'react'
import { useSession } from '@/entities/person'
import { changeLocale } from '@/lib/i18n'
import { useLanguages } from '@/lib/texts/offered'

/** A person who signs in meets the language of their profile; a later choice in the menu stands until then. */
export function LocaleFollowsProfile() {
  const { profile } = useSession()
  const id = profile?.id
  const wanted = profile?.lang_locale
  const isOffered = useLanguages().some(({ locale }) => locale === wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per person, and when their profile says otherwise
  useEffect(() => {
    if (wanted && isOffered) void changeLocale(wanted)
  }, [id, wanted, isOffered])
  return null
}
