import { useMedia } from '@/lib/use-media'

/** Whether a preview fits beside the form. */
export const useRoomBeside = () => useMedia('(min-width: 80rem)')
