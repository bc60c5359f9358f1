/** Passwords of eight characters and more that guessing programs try first, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
    !qaz2wsx 00000000 0000000000 01234567 0123456789 0987654321 10101010 11111111 1111111111 11112222 1111aaaa
    11223344 112233445566 12121212 121212121 123123123 123321123 12341234 12344321 123454321 12345678 123456789
    1234567890 12345678910 123456aa 123456ab 123456abc 12345abc 12345qwert 1234abcd 1234qwer 123abc123 123qwe123
    123qweasd 13131313 147258369 159357456 159753456 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2
    20202020 22222222 31415926 33333333 44444444 55555555 66666666 69696969 741852963 77777777 789456123 87654321
    88888888 987654321 99999999 a1234567 a12345678 a123456789 a1b2c3d4 a1s2d3f4 aa123456 aa12345678 aaaaaaa1
    abc12345 abc123456 abcd1234 abcdefg1 abcdefgh access123 access14 admin123 admin1234 admin12345 admin@123
    adminadmin administrator alexander alexandra amanda12 andrew12 angel123 angels12 anthony1 apple1234 arsenal1
    asdf1234 asdfasdf asdfghjk asdfghjkl asdfqwer ashley12 asshole1 autumn2024 autumn2025 autumn2026 babygirl
    babygirl1 banana123 barcelona baseball baseball1 basketball batman123 benjamin bigdick1 blessed1 blink182
    blowjob1 butterfly butterfly1 champion champions changeme changeme1 changeme123 charlie1 cheese123 chelsea1
    chocolate chocolate1 christ12 christian christina cocacola coffee123 computer computer1 computer123 cookie123
    corvette cowboys1 daniel12 danielle december default1 default123 demo1234 destiny1 diamond1 dollars1 dolphin1
    dolphins dragon123 eagles12 elephant elizabeth eminem12 facebook facebook1 faith123 february ferrari1 fishing1
    football football1 forever1 forever21 freedom1 freedom123 friday123 fuckoff1 fuckyou1 fuckyou2 gabriella
    gangsta1 gangster gateway1 genesis1 golfer12 goodbye1 google123 guest123 guest1234 hannah12 heaven12 hello123
    hello1234 helloworld hockey12 hunting1 ilovegod iloveher ilovehim iloveyou iloveyou! iloveyou1 iloveyou2
    instagram instagram1 internet internet1 isabella january1 jasmine1 jennifer jessica1 jesus123 jesuschrist
    jonathan jordan23 joshua12 juventus katherine killer123 kristina lakers24 letmein! letmein1 letmein123
    letmeinnow linkedin1 liverpool liverpool1 lkjhgfdsa lovelove loveme12 lover123 manchester master123 matthew1
    maverick maverick1 mercedes metallica michael1 michelle midnight midnight1 mnbvcxz1 monday123 money123 monkey123
    mustang1 mypass123 mypassword newpassword nicholas nicole12 ninja123 nirvana1 nopassword november october1
    oldpassword openopen opensesame orange123 p4ssw0rd p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 pa$$word
    pa55word packers1 panther1 pass1234 pass12345 pass123456 passpass passport passw0rd passw0rd! passw0rd1 password
    password! password01 password1 password1! password11 password12 password123 password123! password1234 password2
    password3 password7 password9 password99 passwords passwort pepsi123 phoenix1 playboy1 poiuytre pokemon1
    pokemon123 porsche1 princess princess1 private1 pussy123 q1w2e3r4 q1w2e3r4t5 qazwsx123 qazwsxedc qwaszx12
    qwe12345 qwe123456 qweasd123 qweasdzxc qwer1234 qwerty1! qwerty12 qwerty123 qwerty123! qwerty1234 qwertyui
    qwertyuiop qwertyuiop123 rangers1 realmadrid redsox12 robert12 root1234 rootroot samantha samsung1 samsung123
    scooter1 secret12 secret123 secretsecret security security1 september sexy1234 shadow123 slipknot snoopy12
    snowball soccer12 spiderman spring2024 spring2025 spring2026 starwars starwars1 steelers stephanie success1
    summer2023 summer2024 summer2025 summer2026 sunshine sunshine1 superman superman1 supersecret superstar
    superuser sweetheart swimming tangelo1 tangelo123 temp1234 temporary test1234 test12345 testing1 testing123
    testtest thomas123 toor1234 trinity1 trustno1 twitter1 user1234 valentina victoria warriors welcome! welcome1
    welcome12 welcome123 whatever whatever1 winner12 winter2023 winter2024 winter2025 winter2026 yamaha123 yankees1
    youtube1 zaq12wsx zaq1zaq1 zombie12 zxcvbnm1 zxcvbnm123
  `
    .trim()
    .split(/\s+/),
)
