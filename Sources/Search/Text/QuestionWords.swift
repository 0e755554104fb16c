/// Words a question is made of rather than about, per language; they neither find a page nor count against one.
enum QuestionWords {
  static func of(_ language: String) -> [String] {
    let primary = language.split(separator: "-").first.map(String.init) ?? language
    return (lists[primary] ?? lists["en"] ?? "").split(separator: " ").map { Folding.folded(Folding.exact(String($0))) }
  }

  private static let lists: [String: String] = [
    "en": """
    a an and are as at be been but by can cannot cant could did do does doesnt dont for from get gets getting had has have
    he help how i if im in into is isnt it its just keep keeps me my not of on or our out please say says she should
    so that the their them then there these they this to us was we were what whats when where which while who why will
    with would you your yours tell know knows see need needs want wants look looks looking find show give let go going try
    trying only may might also actually during really thing things anything everything something someone instead whether happens happen mean means make makes way long still again some any use using lot lots
    """.replacing("\n", with: " "),
    "de":
      "aber als am an auch auf aus bei bin bis da das dass dem den der des die dies diese doch du ein eine einem einen einer er es fur hat habe ich ihr im in ist ja kann kein keine man mein mich mit nach nicht noch nur oder sein sich sie sind so uber um und uns vom von vor wann warum was wenn wer wie wieso wir wird wo zu zum zur",
    "fr":
      "a ai au aux avec ce ces cette comment dans de des du elle en est et il ils je la le les leur lui ma mais mes mon ne nous on ou par pas peut pour pourquoi qu quand que quel quelle qui quoi sa se ses son sont sur ta te tu un une vous y",
    "es":
      "a al como con cual cuando de del donde el ella en es esta este hay la las le les lo los me mi mis muy no nos o para pero por porque que quien se si sin sobre son su sus te tu un una y ya yo",
    "it":
      "a ai al alla anche che chi ci come con cosa cui da dal dalla dei del della di dove e ed gli ha ho i il in io la le lo ma mi mio nel nella non o per perche piu quale quando questa questo se si sono su tu un una uno",
    "pt":
      "a ao aos as com como da das de do dos e ela ele em entre era essa esse esta este eu foi ha isso ja la mas me meu minha na nao nas no nos o onde os ou para pela pelo por porque qual quando que quem se sem ser seu sua sao um uma voce",
    "nl":
      "aan al als ben bij dan dat de der deze die dit doe door een en er ga geen had heb heeft hem het hij hoe hun ik in is je kan maar me met mij mijn na naar niet nog of om onder onze ook op over te tot uit van veel voor waar waarom wanneer was wat we wel wie wij wordt ze zijn zo",
    "pl":
      "a aby ale bez bo by byc co czy dla do dlaczego gdy gdzie go i ich ile im ja jak jaki jakie jako je jego jej jest jestem jesli juz kiedy kto ktory lub ma mam mi mnie moj moze na nad nie niz o od on ona oraz po pod przez przy sa sie ta tak tam te ten to tu ty u w we z za ze",
    "cs":
      "a aby ale ani az bez by byl co do ho i ja jak jako je jeho jeji jen jeste jestli jsem jsou k kam kde kdo kdy kdyz ktera ktere ktery ma me mi mit muj muze na nad ne nebo neni o od on ona po pod podle pokud pro proc proto pri s se si sve ta tak take tam te ten to tu u uz v ve vsak z za ze",
    "ru":
      "а без бы был была были было быть в вам вас весь во вот все вы где да для до его ее если есть еще же за и из или им их к как какой когда кто ли мне можно мой мы на над надо не него нет ни но ну о об он она они от по под почему при с со так то только ты у уже что чтобы эта эти это я",
    "uk":
      "а але без би бути в вам вас весь вже ви від він вона вони де для до з за зі и і із й його ії її ж як яка які який якщо коли ли мене мені мій можна ми на над не немає ні ну о об от по при про с свої та так там те ти то тут у хто це цей чи чому що щоб я",
    "tr":
      "acaba ama ancak az bana ben bir biri biz bu bunu cok da daha de degil diye en gibi hangi hem hep her icin ile ise kadar kim ki mi mu nasil ne neden nerede nicin niye o olan olarak sen siz su ve veya ya yani",
    "ar":
      "ان او اي اين الى التي الذي ب بعد ثم عن على عند غير في قد كان كل كيف لا لم لماذا ما متى مع من منذ ه هذا هذه هل هو هي و",
    "he":
      "אבל או אותו אז אין אם אני אנחנו את איך איפה אל אלה אתה בין גם היא הוא הם זאת זה כאשר כי כל כמו לא לי למה ל מ מה מי מתי עד על עם של שלי",
    "hi": "और एक का की के को कि में मैं से है हैं था थी थे यह ये वह वे पर हो कर करे करें क्या क्यों कैसे कब कहाँ कहां कौन नहीं तो भी मेरा मेरी मेरे ने लिए",
    "ja": "", "ko": "", "zh": "",
  ]
}
