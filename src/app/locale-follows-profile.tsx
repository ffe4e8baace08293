import { useEffect } from 'react'
import { useSession } from '@/entities/person'
import { changeLocale } from '@/lib/i18n'
import { useLanguages } from '@/lib/texts/offered'

/** Signing in applies the profile's language; a later choice in the menu lasts until then. */
export function LocaleFollowsProfile() {
  const { profile } = useSession()
  const id = profile?.id
  const wanted = profile?.lang_locale
  const isOffered = useLanguages().some(({ locale }) => locale === wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per person, and when their profile changes
  useEffect(() => {
    if (wanted && isOffered) void changeLocale(wanted)
  }, [id, wanted, isOffered])
  return null
}
