import {
  Building2,
  Bus,
  Castle,
  House,
  type LucideIcon,
  MapPin,
  Milestone,
  Mountain,
  Split,
  TrainFront,
  Trees
} from 'lucide-react'

const icons: Record<string, LucideIcon> = {
  address: House,
  house: House,
  interpolated: House,
  street: Milestone,
  crossing: Split,
  station: TrainFront,
  halt: TrainFront,
  train_station: TrainFront,
  railway_station: TrainFront,
  bus_stop: Bus,
  bus_station: Bus,
  castle: Castle,
  peak: Mountain,
  park: Trees,
  locality: Building2,
  town: Building2,
  village: Building2,
  hamlet: Building2,
  city: Building2
}

/** The icon of a kind of place from the search. */
export const iconOf = (kind: string): LucideIcon => icons[kind] ?? MapPin
