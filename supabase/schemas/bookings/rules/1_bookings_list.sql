-- Lists of bookings for staff: the parts of their query.
-- Tests:  tests/db/lists.sql, tests/db/list_plans.test.ts

-- Builds the conditions only of the given filters. `own_fleet` is that of a fleet admin who reads, `is_newest` a list
-- that begins with the newest booking. The values are the parameters of list_bookings, in its order.
create function app.list_conditions(filters jsonb) returns text language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 'true',
    case when filters ? 'own_fleet' then 'b.fleet_id = $1' end,
    case when filters ? 'fleet_id' then 'b.fleet_id = $2' end,
    case when filters ? 'booking_id' then 'b.id = $3' end,
    case when filters ? 'status' then 'b.status = $4' end,
    case when filters ? 'statuses' then 'b.status = any ($5)' end,
    case when filters ? 'customer_id' then 'b.customer_id = $6' end,
    case when filters ? 'driver_id' then 'b.driver_id = $7' end,
    case when filters ? 'car_type_id' then 'b.car_type_id = $8' end,
    case when filters ? 'payment_mode' then 'b.payment_mode = $9' end,
    case when (filters -> 'is_paid')::boolean then 'b.paid_at is not null'
      when not (filters -> 'is_paid')::boolean then $q$b.paid_at is null and b.status <> 'CANCELLED'$q$ end,
    case when (filters -> 'is_unserved')::boolean then $q$b.cancelled_by = 'system'
      and b.reason = 'no_driver_available'$q$ end,
    -- What waits for its time, tonight's as well as next month's; and everything else, in which a ride that is near
    -- does not hide among those for later.
    case when (filters -> 'is_later')::boolean then $q$b.book_later and b.engaged_at is null
      and app.is_upcoming(b.status)$q$
      when not (filters -> 'is_later')::boolean then
        $q$not (b.book_later and b.engaged_at is null and app.is_upcoming(b.status)
        and b.trip_at > app.now() + interval '2 hours')$q$ end,
    case when (filters -> 'needs_attention')::boolean then format('b.id = any (array(%s))', l.attention)
      when not (filters -> 'needs_attention')::boolean then format('b.id <> all (array(%s))', l.attention) end,
    case when filters ? 'cancelled_by' then 'b.cancelled_by = $21' end,
    case filters ->> 'milestone' when 'accepted' then 'b.accepted_at is not null'
      when 'arrived' then 'b.arrived_at is not null and not b.book_later' end,
    case when filters ? 'zone_id' then
      '(extensions.st_intersects($10, extensions.st_setsrid(extensions.st_makepoint(b.pickup_lng, b.pickup_lat), 4326))
        or extensions.st_intersects($10, extensions.st_setsrid(extensions.st_makepoint(b.drop_lng, b.drop_lat), 4326)))' end,
    case when length(filters ->> 'reference') >= 6 then 'b.reference = $11'
      when filters ? 'reference' then $q$b.reference between $11 and $11 || 'ZZZZZZ'$q$ end,
    case when filters ? 'from_at' then 'b.created_at >= $12' end,
    case when filters ? 'to_at' then 'b.created_at < $13' end,
    case when filters ? 'trip_from' then 'b.trip_at >= $14' end,
    case when filters ? 'trip_to' then 'b.trip_at < $15' end,
    -- A booking is created before its earnings are counted. So a list sorted by newest first starts at the end of the
    -- earnings period (earned_to) and finds a page within a few rows. Other sort orders must sort all bookings with
    -- earnings in the period.
    case when l.earned <> '' and (filters -> 'is_newest')::boolean then
        format($q$b.created_at < coalesce($17, 'infinity') + 2 and b.id in (%s)$q$, l.earned)
      when l.earned <> '' then format('b.id = any (array(%s))', l.earned) end)
  from (select
    -- Reads app.attention_sent, the copy of the attention list that was last broadcast: the copy is short, and
    -- portal_counts counts the same rows. A fleet admin sees only the items that the fleet can resolve.
    'select t.booking_id from app.attention_sent t' || case when filters ? 'own_fleet' then ' where t.fleet_id = $1'
      else '' end as attention,
    case when filters ? 'earned_from' or filters ? 'earned_to' then
      $q$select e.booking_id from app.earnings_entries e
        where e.day between coalesce($16, '-infinity') and coalesce($17, 'infinity')$q$
      || case when filters ? 'driver_id' then ' and e.driver_id = $7' else '' end end as earned) l
$$;
comment on function app.list_conditions is 'The condition of a list of bookings, as SQL over public.bookings b.';

-- Takes the names of columns from the catalogue, so that an unknown name selects nothing.
create function app.list_columns(columns text[], own_fleet uuid) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(', ', (select string_agg(format('b.%I', a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = 'public.bookings'::regclass and a.attnum > 0 and not a.attisdropped
        and (list_columns.columns is null
        or a.attname = any (list_columns.columns)
          or a.attname in ('id', 'reference', 'created_at', 'trip_at', 'total_amount'))),
    case when list_columns.columns is null or 'attention' = any (list_columns.columns) then
      format('(select array_agg(t.reason order by t.reason) from app.attention_sent t where t.booking_id = b.id%s) as attention',
        case when own_fleet is not null then ' and t.fleet_id = $1' else '' end) end,
    -- Files for the office contain whole numbers and notes. Lists on a page never ask for them, so they are not in the
    -- default.
    case when 'contacts' = any (list_columns.columns) and own_fleet is null and not app.is_demo()
      and app.has_permission('people') then
      '(select to_jsonb(k) - ''{booking_id,signature,customer_email}''::text[] from public.booking_contacts k where k.booking_id = b.id) as contacts' end,
    case when (list_columns.columns is null or 'booking_finances' = any (list_columns.columns))
      and (own_fleet is not null or app.has_permission('reports')) then
      format('(select jsonb_build_object(''convenience_fees'', f.convenience_fees, ''driver_share'', f.driver_share)
        from public.booking_finances f where f.booking_id = b.id%s) as booking_finances', case when own_fleet is not null then ' and f.fleet_id = $1' else '' end) end)
$$;
comment on function app.list_columns is
  'The select list of a list of bookings: some columns of bookings, and what stands beside them.';

create function app.list_kind(columns text[]) returns text
language sql stable security definer set search_path = '' as $$
  select case when 'contacts' = any (list_kind.columns) and app.has_permission('people') then 'contacts'
    else 'addresses' end
$$;
comment on function app.list_kind is 'What the access log says about a list of bookings with these columns.';
