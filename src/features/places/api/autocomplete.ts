import { invoke } from '@/lib/api'
import type { Suggestion } from '../model'

export interface Search {
  searchKeyword: string
  /** Language of the page. */
  language: string
  /** "lat,lng" of where the person looks. */
  near?: string | undefined
  /** Of the search session. */
  session?: string | undefined
}

/** Suggestions for what was typed so far, best first. */
export async function autocomplete(search: Search): Promise<Suggestion[]> {
  const { searchResults } = await invoke<{ searchResults: Suggestion[] }>('places/autocomplete', { ...search })
  return searchResults
}
