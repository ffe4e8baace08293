-- Tariffs for staff: previews of unsaved tariffs, the number of uses of a car type, and the order of lists.

-- Stores the order of a list in one statement, so that two concurrent calls never mix their orders.
create function public.order_car_types(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.require_editor('prices');
  update public.car_types c set sort_order = o.place from unnest(order_car_types.ids) with ordinality o (id, place)
  where c.id = o.id and c.sort_order <> o.place;
end $$;
comment on function public.order_car_types is
  'Sets the positions of car types, starting at 1; types that are not in ids keep theirs. '
  'Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.order_car_types(uuid[]) to authenticated;

create function public.order_cancel_reasons(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.require_editor('prices');
  update public.cancel_reasons r set value = o.place - 1
    from unnest(order_cancel_reasons.ids) with ordinality o (id, place)
  where r.id = o.id and r.value <> o.place - 1;
end $$;
comment on function public.order_cancel_reasons is
  'Sets the order of the cancel reasons; reasons that are not in ids, such as a new one, keep their value. '
  'Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.order_cancel_reasons(uuid[]) to authenticated;
