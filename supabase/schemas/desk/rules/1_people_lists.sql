-- Lists of people for staff, with contacts masked while demo mode is on.

create function app.masked_person(person public.profiles) returns public.profiles
language plpgsql stable security definer set search_path = '' as $$
begin
  if person.id is distinct from auth.uid() and app.is_person() and app.is_demo() then
    person.email := app.masked_email(person.email);
    person.mobile := app.masked_number(person.mobile);
  end if;
  return person;
end $$;
comment on function app.masked_person(public.profiles) is
  'A person as the caller may see them: contacts are masked in a demo.';

-- Sorting and paging for lists whose sort column the caller chooses. A page continues after the last row of the
-- previous page (keyset), and one index serves both directions. Rows with equal values are ordered by id. In most lists
-- the ids run in the same direction as the values, so one comparison of (value, id) finds the next row in the index,
-- however many rows share the value. In lists sorted by time (is_time) the ids run in the opposite direction, so that
-- the condition needs an "or". A condition with "or" cannot use the index, so it begins with a bound on the time, which
-- can use the index. Only expressions from our own code become part of a query.
create function app.order_sql(by text, id text, is_ascending boolean, is_time boolean) returns text
language sql immutable set search_path = '' as $$
  select format('%s%s, %s%s', by, case when is_ascending then '' else ' desc' end, id,
    case when is_ascending = is_time then ' desc' else '' end)
$$;

create function app.after_sql(by text, id text, is_ascending boolean, is_time boolean, value text,
  last text) returns text
language sql immutable set search_path = '' as $$
  select format(case when not is_time then '(%1$s, %2$s) %5$s (%3$s, %4$s)'
    else '%1$s %5$s= %3$s and (%1$s %5$s %3$s or %2$s %6$s %4$s)' end,
    by, id, value, last, case when is_ascending then '>' else '<' end, case when is_ascending then '<' else '>' end)
$$;
comment on function app.after_sql is
  'The condition for rows after the last row of a page, given its sort value and id.';

create function app.papers_of(driver_id uuid, out papers text, out until date)
language sql stable security definer set search_path = '' as $$
  select case when bool_or(s.is_pending) then 'pending' when bool_or(s.until < app.today()) then 'expired'
    when bool_or(s.until is null and s.needed_from <= app.today()) then 'missing'
    when bool_or(s.is_rejected and s.until is null) then 'rejected'
    when bool_or(s.until < app.today() + app.document_warning()) then 'expiring'
    when bool_or(s.until is not null) then 'verified' else 'missing' end, nullif(min(s.until), 'infinity')
  from app.paper_states(papers_of.driver_id) s
$$;
comment on function app.papers_of is
  'The state of a driver''s documents, the most urgent one if they differ, and the earliest expiry date.';

create function app.driver_facts(person public.profiles) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (person).usertype is distinct from 'driver' then return null; end if;
  return (select to_jsonb(f) from (
    select d.car_type_id, c.name as car_type, d.vehicle_make, d.vehicle_model, d.vehicle_color, d.vehicle_number,
      d.other_info, d.fleet_id,
      v.seats, c.seats as type_seats, coalesce(v.luggage, 2) as luggage, coalesce(v.child_seats, 0) as child_seats,
        coalesce(v.wheelchair, false) as wheelchair,
      nullif(btrim(o.first_name || ' ' || o.last_name), '') as fleet, d.driver_active_status as is_active,
        app.is_busy(d.id) as is_busy,
      s.updated_at as seen_at, w.papers, w.until as papers_until
    from public.drivers d
    left join public.car_types c on c.id = d.car_type_id
    left join public.vehicles v on v.driver_id = d.id
    left join public.profiles o on o.id = d.fleet_id
    left join public.driver_positions s on s.driver_id = d.id
    cross join lateral app.papers_of(d.id) w
    where d.id = (person).id) f);
end $$;
comment on function app.driver_facts(public.profiles) is
  'A driver''s data for staff (list_people): car, fleet, duty and documents; null for other people.';
