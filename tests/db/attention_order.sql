-- What comes first on the attention list, what dispatchers say about it, and requests for approval on it.
select no_plan();
create function tests.listed() returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select string_agg(l.r ->> 'reason', ' ' order by l.place) from json_array_elements(public.attention_list() -> 'rows') with ordinality l (r, place)
    where l.r ->> 'booking_id' is not null or l.r ->> 'reason' = 'approval_waits');
end $$;
create function tests.row_of(id uuid, field text) returns text language sql as $$
  select r ->> field from json_array_elements(public.attention_list() -> 'rows') r where r ->> 'booking_id' = row_of.id::text limit 1
$$;

-- A ride that waits for its cash for an hour, and a driver who has just become late and silent.
select tests.ride('PENDING');
create temp table one as select tests.booking() as id;
grant select on one to public;
select tests.turn('1 hour'), tests.let('driver', 'select public.set_driver_active(false)'), tests.as_owner();
update public.booking_finances set flags = '{long_way}' where booking_id = (select id from one);
select tests.turn('1 minute'), tests.go_online('driver2'), tests.book('rider2');
create temp table two as select tests.booking() as id;
grant select on two to public;
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking())), tests.turn('11 minutes');
select is(tests.listed(), 'late driver_silent unpaid long_way', 'who waits for a car comes before what is unpaid for longer, and the reasons of a booking stand together');

-- Marks
select tests.act_as('admin');
select public.mark_attention((select id from two));
select is(tests.row_of((select id from two), 'taken_by'), (select btrim(p.first_name || ' ' || p.last_name) from public.profiles p where p.id = tests.id('admin')), 'the list says who looks at a booking');
select is(tests.listed(), 'unpaid long_way late driver_silent', 'what somebody looks at comes after the rest');
select tests.as_owner();
select tests.act_as('admin');
select public.mark_attention((select id from two), 0);
select is(tests.row_of((select id from two), 'taken_by'), null, 'a booking that was put back is nobody''s');
select public.mark_attention((select id from two), 10);
select isnt(tests.row_of((select id from two), 'put_off_until'), null, 'the list says until when a booking was put off');
select tests.as_owner(), tests.turn('11 minutes');
select is(tests.listed(), 'late driver_silent unpaid long_way', 'what was put off comes back where it belongs');
select tests.act_as('admin');
select public.mark_attention((select id from two));
select tests.as_owner();
insert into app.alarms (booking_id, reason) select id, 'sos' from two;
select is(tests.listed(), 'sos late driver_silent unpaid long_way', 'an alarm of a booking that somebody looks at comes first');
select tests.act_as('admin');
select public.mark_attention((select id from two));
select is(tests.row_of((select id from two), 'taken_by'), null, 'an alarm is not marked');
select throws_ok($$ select public.mark_attention((select id from two), -1) $$, 'PT422', 'list_invalid', 'a booking cannot be put off for a negative time');
select throws_ok($$ select public.mark_attention((select id from two), 100000) $$, 'PT422', 'list_invalid', 'a booking cannot be put off for weeks');
select throws_ok($$ select public.mark_attention(gen_random_uuid()) $$, 'PT404', 'booking_not_found', 'an unknown booking cannot be marked');
select tests.act_as('rider2');
select throws_ok($$ select public.mark_attention((select id from two)) $$, 'PT403', 'not_allowed', 'a rider cannot mark a booking');
select tests.act_as('fleet');
select throws_ok($$ select public.mark_attention((select id from two)) $$, 'PT403', 'not_allowed', 'a fleet admin cannot mark a booking');
select tests.as_owner();
delete from app.alarms;
select app.watch_attention();
select tests.let('driver2', 'select public.report_position(47.141, 9.52)');
select app.watch_attention();
select is_empty($$ select 1 from app.attention_marks m where m.reason = 'driver_silent' $$, 'a mark ends with its reason, so that the reason is new when it comes back');

-- No mark hides a matter for good
select tests.act_as('admin'), public.mark_attention((select id from one));
select is(tests.row_of((select id from one), 'taken_by') is not null, true, 'an unpaid ride can be taken');
select tests.as_owner(), tests.turn('8 hours 1 minute'), tests.act_as('admin');
select is(tests.row_of((select id from one), 'taken_by'), null, 'whoever took a booking looks at it for eight hours at most');
select public.mark_attention((select id from one), 60);
select is(tests.row_of((select id from one), 'taken_by'), (select btrim(p.first_name || ' ' || p.last_name) from public.profiles p where p.id = tests.id('admin')), 'the list says who put a booking off');
select tests.as_owner();
select results_eq($$ select a.after from public.audit_log a where a.action = 'mark_attention' order by a.id desc limit 1 $$, $$ values ('{"minutes": 60, "reasons": ["long_way", "unpaid"]}'::jsonb) $$, 'the audit log says what was put off');
update public.profiles set approved = false where id = tests.id('admin');
select tests.act_as('admin2');
select is(tests.row_of((select id from one), 'put_off_until'), null, 'what a suspended admin put off is on the list again');
select tests.as_owner();
update public.profiles set approved = true where id = tests.id('admin');
update public.bookings set reached_at = reached_at + interval '1 minute' where id = (select id from one);
select tests.act_as('admin');
select is(tests.row_of((select id from one), 'put_off_until'), null, 'a mark does not hide what has begun after it');
select public.mark_attention((select id from one), 1440);
select tests.as_owner(), tests.turn('6 days'), tests.act_as('admin2'), public.mark_attention((select id from one), 0), public.mark_attention((select id from one), 1440);
select is(tests.row_of((select id from one), 'put_off_until') is not null, true, 'a booking can be put off again within seven days');
select tests.as_owner(), tests.turn('23 hours'), tests.act_as('admin2'), public.mark_attention((select id from one), 1440);
select is((tests.row_of((select id from one), 'put_off_until'))::timestamptz <= app.now() + interval '1 hour', true, 'putting off again ends seven days after the first time, also after it was put back and by another admin');
select tests.as_owner(), tests.turn('61 minutes'), tests.act_as('admin');
select throws_ok($$ select public.mark_attention((select id from one), 10) $$, 'PT409', 'put_off_too_long', 'after seven days a matter cannot be put off any more');
select throws_ok($$ select public.mark_attention((select id from one)) $$, 'PT409', 'put_off_too_long', 'after seven days a matter cannot be taken any more');
select is(tests.row_of((select id from one), 'taken_by'), null, 'after seven days a matter stands on the list until it is settled');
select tests.as_owner();

-- A request for approval is told to everybody who may decide it.
select tests.let('admin', format('select public.request_approval(''credit'', %L, 5)', tests.id('rider')));
select set_eq($$ select u.email from public.notices n join auth.users u on u.id = n.user_id where n.key = 'approval_waits' $$,
  $$ select u.email from public.profiles p join auth.users u on u.id = p.id where p.usertype = 'admin' and p.approved and p.id <> tests.id('admin')
    and app.role_has_permission(p.staff_role, 'credit') and app.are_two_people(p.id, tests.id('admin')) $$, 'every admin who may approve a request is told of it, and nobody else');
select isnt_empty($$ select 1 from public.notices n where n.key = 'approval_waits' $$, 'some admin is told of a request for approval');
create temp table decider as select u.email from public.notices n join auth.users u on u.id = n.user_id where n.key = 'approval_waits' limit 1;
grant select on decider to public;
select is(tests.listed() ~ 'approval_waits', false, 'who asked for an approval does not see it on the attention list');
select tests.as_owner();
select set_config('tests.who', (select split_part(email, '@', 1) from decider), true);
select tests.act_as(current_setting('tests.who'));
select results_eq($$ select r ->> 'category', r ->> 'driver_id' from json_array_elements(public.attention_list() -> 'rows') r where r ->> 'reason' = 'approval_waits' $$,
  $$ values ('credit', tests.id('rider')::text) $$, 'who may decide a request sees it on the attention list, with its kind');
select * from finish();
