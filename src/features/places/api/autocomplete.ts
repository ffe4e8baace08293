import { invoke } from '@/lib/api'
import type { Suggestion } from '../model'

/** Suggestions for what was typed so far, best first. */
export async function autocomplete(searchKeyword: string): Promise<Suggestion[]> {
  const { searchResults } = await invoke<{ searchResults: Suggestion[] }>('places/autocomplete', { searchKeyword })
  return searchResults
}
