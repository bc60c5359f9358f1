/** The place of the peers while they are on their way. */
import { Skeleton } from '#ui/skeleton.tsx'
import { texts } from '../texts/peers.ts'

export function PeersLoading({ isLate }: { isLate: boolean }) {
  return (
    <div data-skeleton="">
      <p className="sr-only" role="status">
        {isLate ? texts.peers.loading : ''}
      </p>
      <div className="h-13.5 px-4 desk:px-6">{isLate ? <Skeleton className="h-5 w-1/2" /> : null}</div>
      <div className="peers">
        <div>
          {[0, 1, 2, 3].map((strip) => (
            <div key={strip} className="strip h-37">
              {isLate ? (
                <>
                  <Skeleton className="h-3 w-32" />
                  <Skeleton className="mt-10 h-2 w-full" />
                </>
              ) : null}
            </div>
          ))}
        </div>
        <div />
      </div>
    </div>
  )
}
