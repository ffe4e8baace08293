import type { StaffPerson } from '@/entities/person'
import type { Rights } from '../../hooks/use-rights'

/** The props of a tab's panel. */
export interface TabProps {
  person: StaffPerson
  rights: Rights
}
