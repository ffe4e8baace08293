import { useMedia } from '@/lib/use-media'

/** Whether there is room for an example or a preview beside the form. */
export const useRoomBeside = () => useMedia('(min-width: 80rem)')
