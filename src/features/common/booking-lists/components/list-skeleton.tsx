import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'

/** The placeholder while the list loads. */
export function ListSkeleton() {
  return (
    <Loading className="space-y-3">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className="h-36 rounded-card" />
      ))}
    </Loading>
  )
}
