import type { FeatureCollection } from 'geojson'
import { type Dispatch, useMemo } from 'react'
import type { LatLng } from '@/lib/geo'
import { type ShapeLayer, useMapEngine } from './engine'
import { palettes } from './palette'
import { type DraftStep, type PolygonDraft, shownCorners } from './polygon-draft'
import { Corner, EdgeMiddle } from './polygon-handles'

interface PolygonEditorProps {
  draft: PolygonDraft
  onStep: Dispatch<DraftStep>
}

/** An area in hand: its corners to drag or to move by arrow keys, and the middle of each edge to make a new one of. */
export function PolygonEditor({ draft, onStep }: PolygonEditorProps) {
  const corners = shownCorners(draft)
  const { closed } = draft
  return (
    <>
      <Outline corners={corners} closed={closed} />
      {corners.map(
        (corner, index) =>
          (closed || index + 1 < corners.length) && (
            <EdgeMiddle
              // biome-ignore lint/suspicious/noArrayIndexKey: an edge is its place in the ring
              key={`edge-${index}`}
              index={index}
              from={corner}
              to={corners[(index + 1) % corners.length] ?? corner}
              onStep={onStep}
            />
          )
      )}
      {corners.map((corner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the ring
        <Corner key={index} index={index} at={corner} draft={draft} onStep={onStep} />
      ))}
    </>
  )
}

function Outline({ corners, closed }: { corners: readonly LatLng[]; closed: boolean }) {
  const { Shapes, theme } = useMapEngine()
  const data = useMemo<FeatureCollection>(() => {
    const ring = corners.map(({ lng, lat }) => [lng, lat])
    const closing = closed || corners.length > 2 ? [...ring, ...ring.slice(0, 1)] : []
    return {
      type: 'FeatureCollection',
      features: [
        ...(closing.length > 0
          ? [
              {
                type: 'Feature' as const,
                properties: { part: 'area' },
                geometry: { type: 'Polygon' as const, coordinates: [closing] }
              }
            ]
          : []),
        {
          type: 'Feature',
          properties: { part: 'edge' },
          geometry: { type: 'LineString', coordinates: closed ? closing : ring }
        }
      ]
    }
  }, [corners, closed])
  const layers = useMemo<ShapeLayer[]>(() => {
    const { label } = palettes[theme]
    return [
      {
        id: 'draft-area',
        type: 'fill',
        filter: ['==', ['get', 'part'], 'area'],
        paint: { 'fill-color': label, 'fill-opacity': 0.12 }
      },
      {
        id: 'draft-edge',
        type: 'line',
        filter: ['==', ['get', 'part'], 'edge'],
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: { 'line-color': label, 'line-width': 2.5, ...(closed ? {} : { 'line-dasharray': [2, 1.5] }) }
      }
    ]
  }, [theme, closed])
  return <Shapes id="draft" data={data} layers={layers} />
}
