-- How many bookings and people one member of staff reads within a day, what is logged of it, and that tables are no way around.
select no_plan();
select tests.set('auto_dispatch', 'false');
do $$ begin for n in 1 .. 3 loop perform tests.turn('1 minute'), tests.book('rider2'), tests.book('rider3'); end loop; end $$;
create temp table ours as select b.id, row_number() over (order by b.created_at desc, b.id) as n from public.bookings b;
grant select on ours to public;
create function tests.outcome(name text, statement text) returns text language plpgsql security definer as $$
declare
  v_before text := current_setting('request.jwt.claims', true);
  v_n bigint;
begin
  perform set_config('request.jwt.claims', tests.claims(name), true);
  execute statement;
  get diagnostics v_n = row_count;
  perform set_config('request.jwt.claims', v_before, true);
  return v_n;
exception when others then
  perform set_config('request.jwt.claims', v_before, true);
  return case when sqlstate like 'PT4__' then sqlerrm else sqlstate || ' ' || sqlerrm end;
end $$;
create function tests.logged(name text) returns setof text language sql volatile security definer as $$
  select concat_ws(' ', l.what, case when l.subject_id is null then 'list' else 'one' end, l.row_count) from public.access_log l where l.actor_id = tests.id(name) order by l.id
$$;
create function tests.approval() returns uuid language sql volatile security definer as $$ select a.id from public.approvals a order by a.id desc limit 1 $$;

-- The log, without a limit
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 5)'), '5', 'without a limit lists answer');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 3)'), '3', 'again and again');
select is(tests.outcome('admin', format('select 1 from public.list_bookings(booking_id => %L)', (select id from ours where n = 1))), '1', 'an admin looks at one booking');
select is(tests.outcome('admin', 'select 1 from public.list_people(page_size => 4)'), '4', 'an admin looks at people');
select results_eq($$ select tests.logged('admin') $$, $$ values ('addresses list 8'), ('addresses one 1'), ('people list 4') $$, 'the log notes who read how many addresses and people, a line for ten minutes');
select tests.turn('11 minutes');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 2)'), '2', 'ten minutes later');
select results_eq($$ select tests.logged('admin') offset 3 $$, $$ values ('addresses list 2') $$, 'a new line begins');
select throws_ok($$ update public.access_log set row_count = 100 where row_count = 8 $$, 'PT409', 'append_only', 'an old line grows no more');
select throws_ok($$ update public.access_log set row_count = 0 where row_count = 2 $$, 'PT409', 'append_only', 'no line shrinks');
select throws_ok($$ update public.access_log set actor_id = gen_random_uuid() where row_count = 2 $$, 'PT409', 'append_only', 'no line changes otherwise');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(reference => ''ZZZZZZ'')'), '0', 'a list without a row');
select results_eq($$ select tests.logged('admin') offset 3 $$, $$ values ('addresses list 2') $$, 'shows nothing that would be logged');

select tests.turn('20 minutes');
select cmp_ok(tests.outcome('admin', 'select 1 from public.attention_list()'), '<>', '0', 'the attention list has addresses of bookings');
select is((select string_agg(l, ', ') from tests.logged('admin') l offset 0) ~ 'addresses list 2, addresses list [1-9][0-9]*$', true, 'the attention list is logged');

-- The limit
select tests.set('export_limit', '4'), tests.turn('1 hour');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 4)'), '4', 'a limit of four shows four bookings');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 4)'), '4', 'the same ones as often as one likes');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 5)'), 'needs_approval', 'a limit of four shows no fifth booking');
select is(tests.outcome('admin', 'select 1 from public.list_people(page_size => 1)'), 'needs_approval', 'a limit of four shows no person after four bookings');
select is(tests.outcome('admin2', 'select 1 from public.list_people(page_size => 2)'), '2', 'another admin has a limit of their own');
select is(tests.outcome('fleet', 'select 1 from public.list_people(page_size => 1000)') , 'needs_approval', 'a fleet admin is bound, too')
where (select count(*) from public.drivers d where d.fleet_id = tests.id('fleet')) > 4;

-- No way around
create function tests.reached(relation text) returns bigint language plpgsql as $$
declare v_n bigint;
begin
  execute format('select count(*) from public.%I', relation) into v_n;
  return v_n;
end $$;
select tests.act_as('admin');
select is((select array_agg(b.id order by b.id) from public.bookings b), (select array_agg(id order by id) from ours where n <= 4), 'the table shows the bookings that a list has shown');
select is((select array_agg(distinct c.booking_id order by c.booking_id) from public.booking_contacts c), (select array_agg(id order by id) from ours where n <= 4), 'the table shows the contacts of those bookings');
select results_eq($$ select p.id from public.profiles p $$, $$ values (tests.id('admin')) $$, 'of people it shows oneself');
select tests.as_owner();
create temp table facts as
  select distinct c.relname::text as relation from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    and (a.attname ~ 'contact|phone|email|mobile|address|delivery_person|instructions|polyline|bank_account|(^|_)(lat|lng|pt|point|position)$' and t.typcategory <> 'B'
      or t.typname in ('geometry', 'geography', 'point'));
select is_empty($$ select f.relation from facts f where f.relation not in ('settings', 'zones', 'saved_addresses', 'bank_details', 'driver_positions')
  and not exists (select 1 from pg_policies y where y.schemaname = 'public' and y.tablename = f.relation and y.permissive = 'RESTRICTIVE' and y.qual like '%reads_freely%') $$,
  'every table that names a contact or a place is closed by the limit');
select tests.act_as('rider2');
select is((select count(*) from public.bookings), 3::bigint, 'a rider reads the own bookings as ever');
select tests.act_as('driver');
select lives_ok($$ select count(*) from public.bookings $$, 'a driver, too');

-- Two people
select tests.as_owner();
select is(tests.outcome('rider', 'select public.request_approval(''export'', null, 3, ''x'')'), 'not_allowed', 'a rider asks for no export');
select is(tests.outcome('admin', 'select public.request_approval(''export'', null, null, ''x'')'), 'no_details_error', 'how many rows has to be said');
select is(tests.outcome('admin', 'select public.request_approval(''export'', null, 1, ''Accountant'')'), '1', 'an admin asks for one more');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 5)'), 'needs_approval', 'asking shows nothing');
select is(tests.outcome('admin', format('select public.approve(%L)', tests.approval())), 'second_person_needed', 'nobody allows it to themselves');
update public.profiles set staff_role = 'dispatcher' where id = tests.id('admin2');
select is(tests.outcome('admin2', format('select public.approve(%L)', tests.approval())), 'not_allowed', 'a dispatcher allows none');
update public.profiles set staff_role = 'owner' where id = tests.id('admin2');
select is(tests.outcome('admin2', format('select public.approve(%L)', tests.approval())), '1', 'a second admin allows it');
select is(tests.outcome('admin2', format('select public.approve(%L)', tests.approval())), '1', 'once');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 5)'), '5', 'one more is shown');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 6)'), 'needs_approval', 'a second more is not shown');
select is(tests.outcome('admin2', 'select 1 from public.list_bookings(page_size => 3)'), 'needs_approval', 'the one who allowed it is shown no more');
select is((select string_agg(l.action, ' ' order by l.id) from public.audit_log l where l.action in ('request_approval', 'approve_request')), 'request_approval approve_request', 'both are in the log');
select is(tests.outcome('fleet', 'select public.request_approval(''export'', null, 30, ''Accountant'')'), '1', 'a fleet admin asks, too');
select is(tests.outcome('admin', format('select public.approve(%L)', tests.approval())), '1', 'an admin allows what a fleet admin asked for');
select tests.turn('25 hours');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 5)'), 'needs_approval', 'a day later the limit is four again');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 4)'), '4', 'a day later the count begins anew');
select app.purge();
select is((select count(*) from app.shown_rows r where r.at < app.now() - interval '1 day'), 0::bigint, 'what was shown a day ago is forgotten');
select tests.set('export_limit', '0');
select is(tests.outcome('admin', 'select 1 from public.list_bookings(page_size => 6)'), '6', 'a limit of 0 is none');
select tests.act_as('admin');
select cmp_ok((select count(*) from public.profiles), '>', 4::bigint, 'without a limit the tables are open again');
select * from finish();
