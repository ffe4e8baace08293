import { useEffect } from 'react'
import { useSession } from '@/entities/person'
import { changeLocale } from '@/lib/i18n'
import { useLanguages } from '@/lib/texts/offered'

/** Switches to the language in the profile when a person signs in; a choice in the menu lasts until the next sign-in. */
export function LocaleFollowsProfile() {
  const { profile } = useSession()
  const id = profile?.id
  const wanted = profile?.lang_locale
  const isOffered = useLanguages().some(({ locale }) => locale === wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each person who signs in, and when their profile changes
  useEffect(() => {
    if (wanted && isOffered) void changeLocale(wanted)
  }, [id, wanted, isOffered])
  return null
}
