import { useEffect } from 'react'
import { useSession } from '@/entities/person'
import { changeLocale } from '@/lib/texts/i18n'
import { useLanguages } from '@/lib/texts/offered'

/** Switches to the profile's language when a person signs in, and when it changes. Until then a choice in the menu applies. */
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
