import { useMemo } from 'react'
import type { Area, GroupId, SettingKey } from '../model/fields'
import { settingsOf } from '../model/fields'
import type { SettingWords } from './use-words'

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Returns by group the keys of the settings that match the search. A setting matches if each searched word occurs in its label,
 * its description or its key.
 *
 * @param wrong keys of settings with errors, which are always returned
 */
export function useFound(
  area: Area,
  search: string,
  { label, text }: SettingWords,
  wrong: readonly string[]
): ReadonlyMap<GroupId, ReadonlySet<SettingKey>> {
  const kept = wrong.join()
  return useMemo(() => {
    const words = plain(search).split(/\s+/).filter(Boolean)
    return new Map(
      area.groups.map((group) => {
        const found = settingsOf(group).filter((setting) => {
          const said = plain(`${label(setting)} ${text(setting)} ${setting.key}`)
          return words.every((word) => said.includes(word)) || kept.split(',').includes(setting.key)
        })
        return [group, new Set(found.map(({ key }) => key))] as const
      })
    )
  }, [area, search, label, text, kept])
}
