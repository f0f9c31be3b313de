import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { client } from '../../../api/client.ts';
import { useMay } from '../../../api/who-am-i.ts';
import { layoutOf } from '../../../graph/kept-layout.ts';
import { type Places, samePlaces } from '../../../graph/places.ts';
import type { EditorState } from './use-editor.ts';

const PAUSE_MS = 700;

/** Has the server keep where boxes stand, a moment after one was moved or what is drawn was saved. */
export function useKeepPlaces(id: string, { places, isChanged }: EditorState, isStored: boolean): void {
  const queries = useQueryClient();
  const may = useMay('author') === true && isStored;
  const kept = useRef<{ places: Places | undefined; isChanged: boolean }>({ places, isChanged });
  const keep = useMutation({
    mutationFn: async (shown: Places) =>
      await client.putWorkflowLayout({ params: { id }, body: layoutOf(shown) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workflows', id, 'layout'] }),
  });
  const send = useEffectEvent(() => {
    const before = kept.current;
    const isSaved = before.isChanged && !isChanged;
    if (!may || places === undefined || (samePlaces(before.places, places) && !isSaved)) return;
    kept.current = { places, isChanged };
    keep.mutate(places);
  });
  useEffect(() => {
    if (places === undefined) return;
    // What was laid out when it was opened, nobody has put anywhere.
    kept.current.places ??= places;
    if (isChanged) kept.current.isChanged = true;
    if (!may) return;
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [places, isChanged, may]);
  // Whoever leaves right after a drag has moved the box all the same.
  useEffect(() => () => send(), []);
}
