import { useEffect } from 'react'
import { isLocale } from '@/config/languages'
import { useSession } from '@/entities/person'
import { changeLocale } from '@/lib/i18n'

/** A person who signs in meets the language of their profile; a later choice in the menu stands until then. */
export function LocaleFollowsProfile() {
  const { profile } = useSession()
  const id = profile?.id
  const wanted = profile?.lang_locale
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per person, and when their profile says otherwise
  useEffect(() => {
    if (isLocale(wanted)) void changeLocale(wanted)
  }, [id, wanted])
  return null
}
