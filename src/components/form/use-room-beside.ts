import { useMedia } from '@/lib/page/use-media'

/** Whether the window is wide enough for a preview beside the form. */
export const useRoomBeside = () => useMedia('(min-width: 80rem)')
