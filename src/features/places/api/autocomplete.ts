import type { AutocompleteAnswered, AutocompleteAsked, Suggestion } from '@contract/places'
import { invoke } from '@/lib/api'

/** Suggestions for what was typed so far, best first. */
export async function autocomplete(search: AutocompleteAsked): Promise<Suggestion[]> {
  const { searchResults } = await invoke<AutocompleteAnswered>('places/autocomplete', { ...search })
  return searchResults
}
