-- Lists of bookings: pages, filters, access, and that the planner can use an index under the policies.
select no_plan();
select tests.set('otp_secure', 'false'), tests.set('auto_dispatch', 'false');
update app.clock set "offset" = '2031-05-01 10:00+00'::timestamptz - now();

-- Six bookings at the same time, so that a page ends among equals; then one a day.
do $$ begin for n in 1 .. 3 loop perform tests.book('rider2'), tests.book('rider3'); end loop; end $$;
do $$ begin for n in 1 .. 3 loop perform tests.turn('1 day'), tests.book('rider4'); end loop; end $$;
select tests.let('rider4', format('select public.cancel_booking(%L)', tests.booking()));
-- References are random letters: by chance one could start with a search text of this file.
update public.bookings b set reference = 'QQZZA' || chr(64 + n.place::integer)
from (select m.id, row_number() over (order by m.id) as place from public.bookings m where m.created_at >= '2031-05-01') n where n.id = b.id;
update public.bookings set reference = 'QQQXAA' where id = tests.booking();
update public.bookings set reference = 'QQQXAB' where id = (select id from public.bookings where customer_id = tests.id('rider2') order by id desc limit 1);
create function tests.made() returns setof public.bookings language sql stable security definer as $$
  select b.* from public.bookings b where b.created_at >= '2031-05-01' order by b.created_at desc, b.id
$$;
-- All pages of the staff's list, and of the table as docs/reference/data-model.md queries it.
create function tests.listed(size integer) returns uuid[] language sql as $$
  select tests.pages(size, $q$ select b.id, b.created_at::text from tests.list_bookings(from_at => '2031-05-01', page_size => $1, after_value => $2, after_id => $3) b $q$)
$$;
create function tests.found(search text) returns text language sql as $$
  select coalesce(string_agg(reference, ' ' order by reference), '') from tests.list_bookings(search => found.search, from_at => '2031-05-01')
$$;
create function tests.read(size integer) returns uuid[] language sql as $$
  select tests.pages(size, $q$ select b.id, b.created_at::text from public.bookings b where b.created_at >= '2031-05-01'
    and b.created_at <= coalesce($2::timestamptz, 'infinity') and (b.created_at < coalesce($2::timestamptz, 'infinity') or b.id > $3) order by b.created_at desc, b.id limit $1 $q$)
$$;

create function tests.plan_of(query text) returns text language plpgsql as $$
declare v_plan json;
begin
  execute 'explain (format json) ' || query into v_plan;
  return v_plan::text;
end $$;

create function tests.sorted(by_column text, forth boolean, size integer) returns uuid[] language sql as $$
  select tests.pages(size, format($q$
    select b.id, case %1$L when 'trip' then b.trip_at::text when 'reference' then b.reference when 'payable' then b.total_amount::text else b.created_at::text end
    from tests.list_bookings(from_at => '2031-05-01', sort => %1$L, ascending => %2$L, page_size => $1, after_value => $2, after_id => $3) b $q$, by_column, forth))
$$;

-- Acting as an admin
select tests.act_as('admin');
select is(tests.listed(size), array(select id from tests.made()), format('pages of %s bookings list each booking once, in order', size)) from unnest(array[1, 2, 3, 4, 9, 50]) size;
select is(tests.read(size), array(select id from tests.made()), format('pages of %s rows of the bookings table contain each booking once, in order', size)) from unnest(array[2, 4]) size;
select is(array(select id from tests.list_bookings(from_at => '2031-05-02', to_at => '2031-05-04')),
  array(select id from tests.made() where created_at >= '2031-05-02' and created_at < '2031-05-04'), 'bookings can be limited to a range of days without the last one');
select is((select count(*) from tests.list_bookings(from_at => '2031-05-03 10:00+00', to_at => '2031-05-04 10:00+00')), 1::bigint, 'a range of bookings includes its first moment and excludes its last');
select results_eq($$ select reference from tests.list_bookings(reference => ' qqqxaa ') $$, $$ values ('QQQXAA') $$, 'a booking is found by its reference in any case and with blanks');
select results_eq($$ select reference from tests.list_bookings(reference => 'QQQX') $$, $$ values ('QQQXAA'), ('QQQXAB') $$, 'bookings are found by the start of the reference');
select is_empty($$ select 1 from tests.list_bookings(reference => 'QQQXAAB') $$,
  'a reference that is too long finds no booking');
select is_empty($$ select 1 from tests.list_bookings(reference => '%QX') $$, 'a wildcard in a reference finds no booking');
select results_eq($$ select reference from tests.list_bookings(status => 'CANCELLED', from_at => '2031-05-01') $$, $$ values ('QQQXAA') $$, 'bookings can be filtered by status');
select is((select count(*) from tests.list_bookings(statuses => '{CANCELLED,NEW}', from_at => '2031-05-01')), 9::bigint, 'bookings can be filtered by several statuses');
select is((select count(*) from tests.list_bookings(statuses => '{CANCELLED,PAID}', from_at => '2031-05-01')), 1::bigint, 'a filter by several statuses leaves out other statuses');
select is((select count(*) from tests.list_bookings(customer_id => tests.id('rider2'), from_at => '2031-05-01', status => 'NEW')), 3::bigint, 'bookings can be filtered by customer and status');
select is_empty($$ select 1 from tests.list_bookings(driver_id => tests.id('driver'), from_at => '2031-05-01') $$, 'a filter by a driver without bookings is empty');
select is((select count(*) from tests.list_bookings(page_size => -5)), 1::bigint, 'a negative page size returns one booking');

-- Search by reference, a guest's name, or the last digits of a number
select tests.as_owner();
update public.bookings set guest_name = 'Oma Hoop_Kind' where reference = 'QQQXAB';
insert into public.booking_contacts (booking_id, guest_phone) select id, '+4237008841' from public.bookings where reference = 'QQQXAB'
on conflict (booking_id) do update set guest_phone = excluded.guest_phone;
update public.profiles set mobile = '+4237005568', mobile_verified = true where id = tests.id('rider4');
update public.profiles set mobile = '+4237005568', mobile_verified = false where id = tests.id('rider3');
select tests.act_as('admin');
select is(tests.found(s.search), s.found, format('a search for "%s" finds "%s"', s.search, s.found)) from (values (' qqqx', 'QQQXAA QQQXAB'), ('qqqxab', 'QQQXAB'), ('QQQXABA', ''),
  ('hoop', 'QQQXAB'), ('OMA HOOP', 'QQQXAB'), ('om', 'QQQXAB'), ('hoop%kind', 'QQQXAB'), ('hoop%child', ''), ('hoop_kind', 'QQQXAB'), ('8841', 'QQQXAB'), ('88 41', 'QQQXAB'), ('+4237008841', 'QQQXAB'), ('00423 700 88 41', 'QQQXAB'),
  ('841', ''), ('7008', ''), ('Peter 8841', ''), ('hoop 8841', 'QQQXAB')) s (search, found);
select is((select array_agg(distinct customer_id) from tests.list_bookings(search => '5568', from_at => '2031-05-01')), array[tests.id('rider4')],
  'a search by number finds the customer who verified it and not another who claims it');
select tests.set('allow_critical_edits_admin', 'false');
select is(tests.found(s.search), s.found, format('in a demo a search for "%s" finds "%s"', s.search, s.found)) from (values ('hoop', 'QQQXAB'), ('8841', ''), ('5568', '')) s (search, found);
select tests.set('allow_critical_edits_admin', 'true');

-- Sorting and further filters: the expected lists are computed from the table.
select tests.as_owner();
update public.bookings b set trip_cost = 10 + n.place % 3, payment_mode = (array['cash', 'card', 'wallet'])[1 + n.place % 3],
  trip_at = b.created_at + make_interval(hours => (n.place * 7 % 5)::integer), book_later = n.place * 7 % 5 > 0
from (select m.id, row_number() over (order by m.id) as place from tests.made() m) n where n.id = b.id;
select tests.act_as('admin');
select is(tests.sorted(o.by_column, false, s.size), o.ids, format('pages of %s sorted by %s, highest first, list each booking once', s.size, o.by_column))
from unnest(array[1, 2, 4]) s (size), (values ('created', array(select id from tests.made() order by created_at desc, id)), ('trip', array(select id from tests.made() order by trip_at desc, id desc)),
  ('payable', array(select id from tests.made() order by total_amount desc, id desc)), ('reference', array(select id from tests.made() order by reference desc))) o (by_column, ids);
select is(tests.sorted(o.by_column, true, s.size), o.ids, format('pages of %s sorted by %s, lowest first, list each booking once', s.size, o.by_column))
from unnest(array[1, 2, 4]) s (size), (values ('created', array(select id from tests.made() order by created_at, id desc)), ('trip', array(select id from tests.made() order by trip_at, id)),
  ('payable', array(select id from tests.made() order by total_amount, id)), ('reference', array(select id from tests.made() order by reference))) o (by_column, ids);
select throws_ok($$ select tests.list_bookings(sort => 'id; drop table bookings') $$, 'PT422', 'list_invalid', 'an unknown sort order is refused');
select throws_ok($$ select tests.list_bookings(after_value => 'x'' or true --', after_id => tests.id('rider')) $$, '22007', null, 'a cursor with SQL in it is treated as a value');
select is_empty($$ select 1 from tests.list_bookings(status => 'NEW'' or ''a'' = ''a') $$, 'a filter with SQL in it is treated as a value');
select results_eq($$ select id from tests.list_bookings(payment_mode => 'card', from_at => '2031-05-01') $$, $$ select id from tests.made() where payment_mode = 'card' $$, 'bookings can be filtered by payment mode');
select results_eq($$ select id from tests.list_bookings(is_paid => false, from_at => '2031-05-01') $$, $$ select id from tests.made() where status = 'NEW' $$, 'a filter for unpaid bookings leaves out cancelled ones');
select is_empty($$ select 1 from tests.list_bookings(is_paid => true, from_at => '2031-05-01') $$,
  'a filter for paid bookings leaves out unpaid ones');
select results_eq($$ select id from tests.list_bookings(trip_from => '2031-05-01 11:00+00', trip_to => '2031-05-03', from_at => '2031-05-01') $$,
  $$ select id from tests.made() where trip_at >= '2031-05-01 11:00+00' and trip_at < '2031-05-03' $$, 'bookings can be filtered by pickup time');
select results_eq($$ select id from tests.list_bookings(car_type_id => tests.car('Cab'), from_at => '2031-05-01') $$, $$ select id from tests.made() $$, 'bookings can be filtered by car type');
select is_empty($$ select 1 from tests.list_bookings(car_type_id => tests.car('Van')) where created_at >= '2031-05-01' $$, 'a filter by another car type leaves the bookings out');
select tests.as_owner();
update public.bookings set cancelled_by = 'system', reason = 'no_driver_available' where id = (select id from tests.made() where status = 'CANCELLED');
insert into public.zones (id, name, kind, active, area) values
  ('00000000-0000-4000-8000-00000000002a', 'At the pickup', 'no_service', false, extensions.st_multi(extensions.st_geomfromtext('POLYGON((9.52 47.14, 9.522 47.14, 9.522 47.142, 9.52 47.142, 9.52 47.14))', 4326))),
  ('00000000-0000-4000-8000-00000000002b', 'At the drop', 'no_service', false, extensions.st_multi(extensions.st_geomfromtext('POLYGON((9.51 47.165, 9.511 47.165, 9.511 47.166, 9.51 47.166, 9.51 47.165))', 4326))),
  ('00000000-0000-4000-8000-00000000002c', 'Elsewhere', 'no_service', false, extensions.st_multi(extensions.st_geomfromtext('POLYGON((1 1, 2 1, 2 2, 1 1))', 4326)));
select tests.act_as('admin');
select results_eq($$ select id from tests.list_bookings(is_unserved => true, from_at => '2031-05-01') $$, $$ select id from tests.made() where status = 'CANCELLED' $$, 'bookings that no driver served can be listed');
select results_eq(format('select id from tests.list_bookings(zone_id => %L, from_at => %L)', z.id, '2031-05-01'),
  format('select id from tests.made() where %L', z.has), format('bookings can be filtered by the zone: %s', z.name))
from (values ('00000000-0000-4000-8000-00000000002a', 'At the pickup', true), ('00000000-0000-4000-8000-00000000002b', 'At the drop', true), ('00000000-0000-4000-8000-00000000002c', 'Elsewhere', false),
  ('00000000-0000-4000-8000-00000000002d', 'that is none', false)) z (id, name, has);

-- Acting as others
select tests.as_owner(), tests.set('auto_dispatch', 'true'), tests.turn('1 day'), tests.ride('PAID');
update public.bookings set fleet_id = tests.id('fleet') where id = tests.booking();
select tests.act_as('fleet');
select is(tests.listed(2), array[tests.booking()], 'a fleet admin lists the bookings driven for the fleet');
select is_empty($$ select 1 from tests.list_bookings(customer_id => tests.id('rider2')) $$,
  'a fleet admin cannot list bookings outside the fleet by customer');
select is_empty($$ select 1 from tests.list_bookings(reference => 'QQQX') $$,
  'a fleet admin cannot list bookings outside the fleet by reference');
select tests.as_owner();
update public.bookings set guest_name = 'Tante Fina' where id = tests.booking();
insert into public.booking_contacts (booking_id, guest_phone) values (tests.booking(), '+4237008842') on conflict (booking_id) do update set guest_phone = excluded.guest_phone;
select tests.act_as('fleet');
select is((select array_agg(id) from tests.list_bookings(search => 'fina')), array[tests.booking()], 'a fleet admin finds a guest of the fleet by name');
select is_empty(format('select 1 from tests.list_bookings(search => %L)', s), format('a fleet admin finds no booking by "%s"', s)) from unnest(array['hoop', '8842', '8841']) s;
select is((select count(*) from tests.list_bookings(fleet_id => tests.id('fleet2'))), 0::bigint, 'a fleet admin cannot list another fleet''s bookings by its id');
select tests.act_as('driver');
select throws_ok($$ select tests.list_bookings() $$, 'PT403', 'not_allowed',
  'a driver cannot read the staff''s list of bookings');
select is(tests.read(2), array[tests.booking()], 'a driver can read the own bookings in pages');
select tests.act_as('rider2');
select is(tests.read(2), array(select id from tests.made() where customer_id = tests.id('rider2')),
  'a rider can read the own bookings in pages');
select tests.as_visitor();
select throws_ok($$ select tests.list_bookings() $$, '42501', null, 'a visitor cannot list bookings');

-- Bookings that need attention
select tests.as_owner(), tests.turn('1 day');
create temp table late as select tests.ride('ACCEPTED') as id;
grant select on late to authenticated;
update public.bookings set fleet_id = tests.id('fleet') where id = (select id from late);
select tests.turn('40 minutes'), app.watch_attention();
select tests.act_as('admin');
select ok((select id from late) in (select id from tests.list_bookings(needs_attention => true)), 'a booking whose driver is late is listed as needing attention');
select set_eq($$ select id from tests.list_bookings(needs_attention => true, page_size => 1000) $$, $$ select booking_id from tests.attention_list() $$, 'the bookings that need attention are exactly those of attention_list');
select is_empty($$ select id from tests.list_bookings(needs_attention => false, page_size => 1000) intersect select booking_id from tests.attention_list() $$, 'the filter for no attention leaves out the bookings of attention_list');
select isnt_empty($$ select 1 from tests.list_bookings(needs_attention => false) $$,
  'the filter for no attention lists the other bookings');
select results_eq($$ select (b ->> 'id')::uuid, r from json_array_elements(public.list_bookings(needs_attention => true, page_size => 1000) -> 'rows') b,
  json_array_elements_text(b -> 'attention') r order by 1, 2 $$,
  $$ select booking_id, reason from tests.attention_list() order by 1, 2 $$, 'each booking that needs attention shows the reasons of attention_list');
select is(public.list_bookings(needs_attention => false, page_size => 1) #>> '{rows,0,attention}', null, 'a booking that needs no attention has no reason');
select tests.act_as('fleet');
select results_eq($$ select (b ->> 'id')::uuid, (b -> 'attention')::jsonb from json_array_elements(public.list_bookings(needs_attention => true, columns => '{attention}') -> 'rows') b $$,
  $$ select id, '["driver_silent", "late"]'::jsonb from late $$, 'a fleet admin lists the fleet''s bookings that need attention with their reasons');
select tests.act_as('fleet2');
select is_empty($$ select 1 from tests.list_bookings(needs_attention => true) $$, 'a fleet admin cannot list another fleet''s bookings that need attention');
select tests.as_owner();
insert into app.attention_sent select id, 'long_way' from late;
select tests.act_as('fleet');
select is(public.list_bookings(booking_id => (select id from late)) #>> '{rows,0,attention}', '["driver_silent","late"]', 'a fleet admin does not see a reason that only the office can resolve');

-- Contacts for the office's files
select tests.as_owner();
create function tests.contact_in_file() returns text language sql volatile as $$
  select public.list_bookings(customer_id => tests.id('rider2'), columns => '{contacts}', page_size => 1) #>> '{rows,0,contacts,customer_contact}'
$$;
grant execute on function tests.contact_in_file() to public;
create function tests.contact_reads() returns bigint language sql security definer as $$ select count(*) from public.access_log where what = 'contacts' $$;
grant execute on function tests.contact_reads() to public;
select tests.act_as('admin');
select is(tests.contact_in_file(), '+4235550302', 'a file of an owner has the whole number of a rider');
select is(tests.contact_reads(), 1::bigint, 'the access log says that contacts of bookings were read');
select ok(not (public.list_bookings(customer_id => tests.id('rider2'), page_size => 1) -> 'rows' -> 0)::jsonb ? 'contacts', 'a list that does not ask for contacts has none');
select ok(not (public.list_bookings(customer_id => tests.id('rider2'), columns => '{contacts}', page_size => 1) #> '{rows,0,contacts}')::jsonb ?| array['signature', 'booking_id'], 'signatures are not among the contacts');
select tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select is(tests.contact_in_file(), null, 'a file of a demo has no contacts');
select tests.set('allow_critical_edits_admin', 'true');
select tests.as_owner();
update public.profiles set staff_role = 'dispatcher' where id = tests.id('admin');
select tests.act_as('admin');
select is(tests.contact_in_file(), null, 'a file of a dispatcher has no contacts');
select tests.as_owner();
update public.profiles set staff_role = 'owner' where id = tests.id('admin');
select tests.act_as('fleet');
select is(public.list_bookings(columns => '{contacts}', page_size => 1) #>> '{rows,0,contacts}', null, 'a file of a fleet admin has no contacts');

-- Query plans
select tests.as_owner();
select is_empty($$ select tablename, policyname from pg_policies where schemaname = 'public' and cmd = 'SELECT'
  and tablename in ('bookings', 'booking_finances', 'booking_offers', 'booking_events', 'ledger_entries', 'ledger_transactions', 'payments', 'refunds',
    'withdraw_requests', 'earnings_months', 'earnings_days', 'chat_messages', 'ratings', 'audit_log')
  and qual like '%''admin''%' and qual !~ '^\( SELECT ' $$,
    'policies for admins are one boolean subquery, evaluated once per query');
set local enable_seqscan = off;
set local enable_bitmapscan = off;
select tests.act_as('driver');
select ok(plan like '%bookings_driver%' and plan like '%Index Cond%driver_id%created_at%', 'a deep page of a driver''s bookings uses the index bookings_driver')
from tests.plan_of(format('select * from public.bookings where driver_id = %1$L and created_at <= %2$L and (created_at < %2$L or id > %1$L)
  order by created_at desc, id limit 50', tests.id('driver'), '2031-05-03')) plan;
select * from finish();
